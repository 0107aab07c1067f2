"""The sockets of a server: who may connect, how bytes come and go, how servers are found."""
