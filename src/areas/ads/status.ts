/** What a campaign, an ad set or an ad can be set to. */
export const statuses = ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED'] as const

/** What a campaign's status can come to. */
export const effectiveStatuses = [...statuses, 'IN_PROCESS', 'WITH_ISSUES'] as const

/** Whether something is not deleted: a deleted row stays, and is in no list. */
export const isLiving = ({ status }: { readonly status: string }): boolean => status !== 'DELETED'

/** Whether ads and ad sets can be added to a campaign: not once it is archived or deleted (SIL-112). */
export const acceptsChildren = ({ status }: { readonly status: string }): boolean =>
  status !== 'ARCHIVED' && status !== 'DELETED'

/** A status that a campaign, an ad set or an ad is set to. */
export type Status = (typeof statuses)[number]
