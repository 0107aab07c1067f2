#!/bin/sh
# Guess: psutil's `net_if_addrs` gives None, or the network's last address, as `broadcast` of an interface for which none was set.
# So it is: it gives the interface's own address (Linux; as `ip address add` without `brd` leaves it). A probe sent there reaches nobody else.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --target "$folder" psutil==7.2.2
cat > "$folder/look.py" <<'EOF'
import socket
import psutil

(known,) = [each for each in psutil.net_if_addrs()["end0"] if each.family == socket.AF_INET]
print("psutil", psutil.__version__, known.address, known.netmask, "broadcast:", known.broadcast)
assert known.broadcast == known.address == "10.1.1.1", known
EOF
# A network of its own, so that nothing of this machine is touched.
PYTHONPATH="$folder" unshare --user --map-root-user --net sh -c '
ip link add end0 type veth peer name end1
ip link set end0 up
ip address add 10.1.1.1/24 dev end0
python3 "$0"' "$folder/look.py"
