"""Clips, and the ways in which copies of them were coded."""

from tests.media.clips import H264

# Moving and still, busy and smooth.
SOURCES = {
    "card": "testsrc=size=320x240:rate=25",
    "card2": "testsrc2=size=320x240:rate=25",
    "set": "mandelbrot=size=320x240:rate=25",
    "cells": "life=size=320x240:rate=25:mold=10:ratio=0.1:seed=3",
    "other-cells": "life=size=320x240:rate=25:mold=10:ratio=0.1:seed=9",
    "rule": "cellauto=size=320x240:rate=25:rule=110:seed=4",
    "triangles": "sierpinski=size=320x240:rate=25:seed=1",
    "smooth": "nullsrc=size=320x240:rate=25,geq=lum='128+90*sin(X/60+T)':cb=110:cr='128+Y/8'",
    "other-smooth": "nullsrc=size=320x240:rate=25,geq=lum='128+70*cos(Y/50-T)':cb=140:cr=120",
    "bars": "smptebars=size=320x240:rate=25",
}
COPIES = {
    "mpeg4.avi": ["-c:v", "mpeg4", "-q:v", "8"],
    "quarter.mp4": ["-vf", "scale=160:120", *H264, "-crf", "34"],
    "slower.mp4": ["-r", "15", *H264, "-crf", "28"],
    "vp9.webm": ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "120k"],
    "cropped.mp4": ["-vf", "crop=iw*0.95:ih*0.95", *H264],
    "double.mp4": ["-vf", "scale=640:480", "-r", "50", *H264],
    "brighter.mp4": ["-vf", "eq=brightness=0.06:contrast=1.1", *H264],
    "stretched.ts": ["-vf", "scale=426:240", "-c:v", "mpeg2video", "-q:v", "6"],
}

# Others, of which no copy is made.
STRANGERS = {
    **{
        f"cells-{n}": f"life=size=320x240:rate=25:mold=10:ratio=0.1:seed={n}" for n in range(20, 24)
    },
    **{f"rule-{n}": f"cellauto=size=320x240:rate=25:rule={n}:seed=4" for n in (30, 90, 150)},
    "colours": "rgbtestsrc=size=320x240:rate=25",
    "triangles-9": "sierpinski=size=320x240:rate=25:seed=9",
    "waves": "nullsrc=size=320x240:rate=25,geq=lum='128+60*sin(X*Y/900+2*T)':cb=128:cr=128",
}
