#!/bin/bash
# `valkey-cli ping`, and nothing else.
exec 3<> /dev/tcp/127.0.0.1/6379 && printf 'PING\r\n' >&3 && read -r -t 2 answer <&3 && [ "${answer%$'\r'}" = +PONG ] && echo PONG
