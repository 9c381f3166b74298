/** Severities, from the least to the most severe (SIL-174). */
export const severities = ['INFO', 'WARNING', 'SUSPICIOUS', 'SEVERE', 'APOCALYPSE'] as const

/** Share levels, from the most to the least open (SIL-174). Every app sees every indicator (SIL-180). */
export const shareLevels = ['WHITE', 'GREEN', 'AMBER', 'RED', 'UNKNOWN'] as const

/** Statuses of an indicator (SIL-174). */
export const indicatorStatuses = ['MALICIOUS', 'NON_MALICIOUS', 'SUSPICIOUS', 'UNKNOWN'] as const
