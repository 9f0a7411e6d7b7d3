// The libraries that pictures are read with, as they are. They lie where the compiler looks anyway.
#pragma once
#include <leptonica/allheaders.h>
#include <tesseract/capi.h>
