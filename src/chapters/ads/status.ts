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

/**
 * Returns the message of changes that the status of an object does not allow: an archived one accepts only a
 * name and its deletion, a deleted one accepts only another deletion (CAM-063; SIL-112).
 */
export function statusMessage(
  noun: 'campaign' | 'ad set' | 'ad',
  { status }: { readonly status: string },
  changes: { readonly status?: Status | undefined },
): string | undefined {
  if (status !== 'ARCHIVED' && status !== 'DELETED') return undefined
  const names = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const { status: next } = changes
  if (status === 'DELETED') {
    const isUnchanged = names.length === 1 && next === 'DELETED'
    return isUnchanged ? undefined : `A deleted ${noun} cannot be updated`
  }
  const refused = names.find((name) => name !== 'name' && name !== 'status')
  if (refused !== undefined) return `An archived ${noun} accepts only name and status, got ${refused}`
  return next === undefined || next === 'ARCHIVED' || next === 'DELETED'
    ? undefined
    : `An archived ${noun} can only become DELETED, got ${next}`
}
