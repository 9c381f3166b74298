/** How grave a threat is, the least grave first (SIL-174). */
export const severities = ['INFO', 'WARNING', 'SUSPICIOUS', 'SEVERE', 'APOCALYPSE'] as const

/** With whom an indicator may be shared, the most open first (SIL-174). Every app sees each (SIL-180). */
export const shareLevels = ['WHITE', 'GREEN', 'AMBER', 'RED', 'UNKNOWN'] as const

/** What is known of an indicator (SIL-174). */
export const indicatorStatuses = ['MALICIOUS', 'NON_MALICIOUS', 'SUSPICIOUS', 'UNKNOWN'] as const
