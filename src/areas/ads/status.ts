/** The statuses that a campaign, an ad set or an ad can be set to (CAM-020, CAM-043, CAM-059). */
export const statuses = ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED'] as const

/** A status that a campaign, an ad set or an ad can be set to. */
export type Status = (typeof statuses)[number]

/** The effective statuses of a campaign (CAM-024, CAM-060). */
export const effectiveStatuses = [...statuses, 'IN_PROCESS', 'WITH_ISSUES'] as const

/** Whether a row is not deleted. A deleted row stays in its table, but no list shows it (SIL-113). */
export const isLiving = ({ status }: { readonly status: string }): boolean => status !== 'DELETED'

/** Whether ad sets and ads can be added to a campaign: not after it is archived or deleted (SIL-112). */
export const acceptsChildren = ({ status }: { readonly status: string }): boolean =>
  status !== 'ARCHIVED' && status !== 'DELETED'
