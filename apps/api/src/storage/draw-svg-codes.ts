/** The exit code for an SVG that names too large a size. */
export const TOO_MANY_PIXELS = 3
