export const HISTORY_LIMITS = { least: 0, most: 1_000, usual: 50 } as const
