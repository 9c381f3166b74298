import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import type { Tx } from '../../service/routes/context.ts'
import { type TargetingAudience, wordsIn } from './audience.ts'
import {
  audiencesOf,
  browseAudiences,
  findAudience,
  interestsNamed,
  searchAudiences,
  suggestAudiences,
} from './audiences.ts'
import { cities } from './cities.ts'
import { countryNames } from './country-names.ts'
import { foldText } from './letters.ts'
import type { SearchParams } from './search-params.ts'
import { audienceMembers, optionOf, sizeMembers, type TargetingOption } from './targeting-option.ts'

/** The most results of a call without `limit`, by the documentation. */
const SEARCH_LIMIT_DEFAULT = 8

type Search = (tx: Tx, params: SearchParams) => TargetingOption[] | CallError

const required = (name: string, type: string): CallError =>
  invalidParameter(`The parameter ${name} is required for the type ${type}`)

function interestOption(audience: TargetingAudience, locale: string): TargetingOption {
  const topic = wordsIn(audience, locale).path[1]
  return optionOf({ ...audienceMembers(audience, locale), ...(topic !== undefined && { topic }) })
}

/** Compares names as they are. */
const asSpelled = (name: string): string => name

const findInterests: Search = (tx, { q = '', limit = SEARCH_LIMIT_DEFAULT, locale, type }) => {
  if (foldText(q) === '') return required('q', type)
  return searchAudiences(tx, { text: q, locale, limitType: 'interests', limit }).map((audience) =>
    interestOption(audience, locale),
  )
}

const suggestInterests: Search = (tx, params) => {
  const { interest_list: names, limit = SEARCH_LIMIT_DEFAULT, locale, type } = params
  if (names.length === 0) return required('interest_list', type)
  const named = interestsNamed(audiencesOf(tx), names, locale, asSpelled)
  const targetingList = names.flatMap((name) => named(name) ?? [])
  return suggestAudiences(tx, { targetingList, limitType: 'interests', limit }).map((audience) =>
    interestOption(audience, locale),
  )
}

const validateInterests: Search = (tx, params) => {
  const { interest_list: names, interest_fbid_list: ids, locale, type } = params
  if (names.length === 0 && ids.length === 0) return required('interest_list or interest_fbid_list', type)
  const audiences = audiencesOf(tx)
  const named = interestsNamed(audiences, names, locale, asSpelled)
  const itemOf = (audience: TargetingAudience | undefined, sent: { name: string } | { id: string }) =>
    optionOf(audience ? { ...sizeMembers(audience, locale), valid: true } : { ...sent, valid: false })
  return [
    ...names.map((name) => itemOf(named(name), { name })),
    ...ids.map((id) => itemOf(findAudience(audiences, id, 'interests'), { id })),
  ]
}

/** A place, and the text of it that a search compares. */
interface SearchedPlace {
  readonly text: string
  readonly option: TargetingOption
}

const countryPlaces = (byCode: boolean): SearchedPlace[] =>
  [...countryNames].map(([key, name]) => ({
    text: byCode ? key : name,
    option: optionOf({ key, name, type: 'country', supports_region: false, supports_city: false }),
  }))

const cityPlaces = (): SearchedPlace[] =>
  cities.map(({ key, name, country: code, region, regionId }) => ({
    text: name,
    option: optionOf({
      ...{ key, name, type: 'city', country_code: code },
      ...{ country_name: countryNames.get(code) ?? code, region, region_id: regionId },
      ...{ supports_region: true, supports_city: true },
    }),
  }))

/** Finds places: those whose name begins with the text first, then those with a word that does. */
const findPlaces: Search = (_tx, params) => {
  const { q, limit = SEARCH_LIMIT_DEFAULT, location_types: types, match_country_code: byCode, type } = params
  if (q === undefined) return required('q', type)
  if (!types.includes('country') && !types.includes('city'))
    return invalidParameter('Param location_types must include country or city: others are not simulated')
  const text = foldText(q)
  const places = [
    ...(types.includes('country') ? countryPlaces(byCode) : []),
    ...(types.includes('city') ? cityPlaces() : []),
  ].map((place) => ({ ...place, text: foldText(place.text) }))
  const first = places.filter((place) => place.text.startsWith(text))
  const later = places.filter((place) => !first.includes(place) && place.text.includes(` ${text}`))
  return [...first, ...later].slice(0, limit).map(({ option }) => option)
}

const listClass: Search = (tx, { class: asked, limit = limits.listLimitMax, locale, type }) => {
  if (asked === undefined) return required('class', type)
  const isAsked = (audience: TargetingAudience) =>
    asked === 'demographics'
      ? audience.type !== 'interests' && audience.type !== 'behaviors'
      : audience.type === asked
  return browseAudiences(tx, undefined)
    .filter(isAsked)
    .slice(0, limit)
    .map((audience) => optionOf({ ...audienceMembers(audience, locale), type: audience.type }))
}

const searches: Readonly<Record<SearchParams['type'], Search>> = {
  adinterest: findInterests,
  adinterestsuggestion: suggestInterests,
  adinterestvalid: validateInterests,
  adgeolocation: findPlaces,
  adTargetingCategory: listClass,
}

/** Returns the options of targeting that a search finds, or the error of its parameters. */
export const searchOptions: Search = (tx, params) => searches[params.type](tx, params)
