"""The web process: what stands between the server's sockets and Django."""
