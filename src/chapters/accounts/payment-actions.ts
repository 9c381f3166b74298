import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { boolean, defaulted, filledText, integer, oneOf } from '../../service/values/scalars.ts'
import { adTerms } from './records.ts'

const chapter = 'Beyond the description'

/** The number of a kind of payment method: the live service counts a credit card as 1. */
const CREDIT_CARD = 1
const METHOD_TYPE_MAX = 20

/**
 * Sets the payment method of ad accounts and of a business, in place of the one that they had. Nothing is
 * ever paid with it.
 */
export const setPaymentMethod = action({
  chapter,
  params: z.object({
    /** The ad accounts that pay with it. */
    adAccounts: defaulted(list(nodeId), []),
    /** The business that pays with it. */
    business: nodeId.optional(),
    /** The text that reads show, such as `Visa *1002`. */
    displayString: filledText,
    /** The kind of method as a number: 1 is a credit card. */
    type: defaulted(integer(0, METHOD_TYPE_MAX), CREDIT_CARD),
  }),
  result: z.object({
    /** The id of the payment method. */
    id: z.string(),
  }),
  run({ params, tx, refuse }) {
    const { adAccounts, business, ...method } = params
    if (adAccounts.length === 0 && business === undefined)
      return refuse('Either adAccounts or business must be given')
    const { id } = tx.insert('paymentMethods', method)
    for (const adAccount of adAccounts) tx.patch('adAccounts', adAccount, { paymentMethod: id })
    if (business !== undefined) tx.patch('businesses', business, { paymentMethod: id })
    return { id: String(id) }
  },
})

/**
 * Accepts terms for an ad account, besides those that it has accepted. Reads show them, and no call needs
 * them.
 */
export const acceptAdTerms = action({
  chapter,
  params: z.object({
    adAccount: nodeId,
    /** The terms to accept. */
    terms: defaulted(list(oneOf(adTerms), { split: true }), []),
    /** Whether the terms of pixels of other sites are accepted from now on. */
    offsitePixels: boolean.optional(),
  }),
  run({ params, tx }) {
    const { adAccount, terms, offsitePixels } = params
    const { acceptedTerms = [] } = present(tx, 'adAccounts', adAccount)
    tx.patch('adAccounts', adAccount, {
      ...(terms.length > 0 && { acceptedTerms: [...new Set([...acceptedTerms, ...terms])] }),
      ...(offsitePixels !== undefined && { offsitePixels }),
    })
    return { success: true }
  },
})
