import { z } from '../../../engine/schema/zod.ts'
import { managesAds } from '../../../service/access/access.ts'
import { type CallError, isCallError } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { jsonObject } from '../../../service/values/compounds.ts'
import { filledText, integer, text } from '../../../service/values/scalars.ts'
import type { CustomAudienceRow } from '../../rows.ts'
import { audienceUsers, audienceUsersResult, countEntries } from './audience-users.ts'

const reference = 'https://developers.facebook.com/docs/marketing-api/reference/custom-audience/'

/** Changes a custom audience. Fields that the call does not name stay as they are. */
export const updateCustomAudience = endpoint({
  route: 'POST /{customAudience}',
  source: reference,
  access: managesAds,
  params: z.object({
    /** The new name. */
    name: filledText.optional(),
    /** The new description. */
    description: text.optional(),
    /** The new rule that says who is in the audience. */
    rule: jsonObject.optional(),
    /** The days for which people stay in the audience. */
    retention_days: integer(1, 540).optional(),
  }),
  run({ customAudience: { id, ...audience }, params, tx, refuse }) {
    const { rule, retention_days: retentionDays = audience.retentionDays } = params
    if (Object.values(params).every((value) => value === undefined))
      return refuse(100, 'At least one param is required')
    const { name = audience.name, description = audience.description } = params
    tx.patch('customAudiences', id, {
      ...{ name, description, retentionDays, updatedTime: tx.now },
      ...(rule && { rule: JSON.stringify(rule) }),
    })
    return { success: true }
  },
})

/** Deletes a custom audience. */
export const deleteCustomAudience = endpoint({
  route: 'DELETE /{customAudience}',
  source: reference,
  access: managesAds,
  run({ customAudience, tx }) {
    tx.remove(customAudience.id)
    return { success: true }
  },
})

/** Counts the entries of a call, and notes the change of the audience; or returns the error. */
function changeUsers(
  tx: Tx,
  { id, subtype }: CustomAudienceRow,
  params: z.output<typeof audienceUsers>,
): z.output<typeof audienceUsersResult> | CallError {
  if (subtype !== 'CUSTOM')
    return {
      code: 100,
      message: `People can be sent for audiences of the subtype CUSTOM only, got ${subtype}`,
    }
  const counted = countEntries(id, params)
  if (!isCallError(counted)) tx.patch('customAudiences', id, { updatedTime: tx.now })
  return counted
}

const ofUsers = {
  source: `${reference}users/`,
  access: managesAds,
  params: audienceUsers,
  result: audienceUsersResult,
  logged: ({ payload: { schema, data } }: z.output<typeof audienceUsers>) => ({
    payload: { schema, entries: data.length },
  }),
} as const

/**
 * Sends people for a custom audience. The answer counts the entries. They are not kept, and none of them is a
 * person of the world, so that the audience has too few people as before.
 */
export const addAudienceUsers = endpoint({
  ...ofUsers,
  route: 'POST /{customAudience}/users',
  run({ customAudience, params, tx, refuseFor }) {
    const counted = changeUsers(tx, customAudience, params)
    return isCallError(counted) ? refuseFor(counted) : counted
  },
})

/** Takes people out of a custom audience. The answer counts the entries, which are not kept. */
export const removeAudienceUsers = endpoint({
  ...ofUsers,
  route: 'DELETE /{customAudience}/users',
  run({ customAudience, params, tx, refuseFor }) {
    const counted = changeUsers(tx, customAudience, params)
    return isCallError(counted) ? refuseFor(counted) : counted
  },
})
