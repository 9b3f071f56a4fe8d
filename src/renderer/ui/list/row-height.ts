/** The value of --row. */
export const ROW_HEIGHT = 24
