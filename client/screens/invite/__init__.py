"""Invitation: how phones, tablets and laptops come to a table."""
