/** The types of targeting audiences (TGT-004, SIL-134, SIL-137). */
export const audienceTypes = [
  'interests',
  'behaviors',
  'life_events',
  'family_statuses',
  'relationship_statuses',
  'education_schools',
  'education_majors',
  'work_employers',
  'work_positions',
  'income',
  'net_worth',
  'home_ownership',
  'home_type',
  'home_value',
  'household_composition',
  'office_type',
  'user_adclusters',
  'college_years',
  'education_statuses',
  'ethnic_affinity',
  'generation',
  'industries',
  'interested_in',
  'location_categories',
  'moms',
  'politics',
] as const

/** A type of targeting audience. */
export type AudienceType = (typeof audienceTypes)[number]

/** The types whose small audiences are left out unless `limit_type` names them (TGT-014). */
export const smallAudienceTypes: readonly AudienceType[] = [
  'work_employers',
  'work_positions',
  'education_majors',
  'education_schools',
]

/** Name and path in one language. */
interface Words {
  readonly locale: string
  readonly name: string
  readonly path: readonly string[]
}

/** An audience of the built-in taxonomy. */
interface BuiltInAudience {
  readonly id: string
  readonly type: AudienceType
  readonly name: string
  readonly audienceSize: number
  readonly path: readonly string[]
  readonly description: string
  readonly browsable: boolean
  readonly translations: readonly Words[]
}

/**
 * The taxonomy of a new world (TGT-035). Of each category a line has the type, the path, the beginning of the
 * descriptions, and whether only a search finds it. Lines with its path in other languages follow, and one
 * for each audience: id, size, name, and its name in other languages. Each of the four types with a lower
 * bound has audiences below it, and three schools have sizes around it. One id belongs to a school and an
 * employer.
 */
const taxonomy = `
interests | Interests › Sports and outdoors › Sports | People interested in
de_DE | Interessen › Sport und Outdoor › Sportarten
fr_FR | Centres d’intérêt › Sports et activités de plein air › Sports
6003000000011 | 612400000 | Football | de_DE Fußball | fr_FR Football
6003000000012 | 388100000 | Basketball | de_DE Basketball | fr_FR Basket-ball
6003000000013 | 254300000 | Swimming | de_DE Schwimmen | fr_FR Natation
6003000000014 | 9700000 | Table football | de_DE Tischfußball | fr_FR Baby-foot
interests | Interests › Sports and outdoors › Outdoor recreation | People interested in
de_DE | Interessen › Sport und Outdoor › Freizeit im Freien
6003000000021 | 198600000 | Hiking | de_DE Wandern
6003000000022 | 231900000 | Camping | de_DE Camping
6003000000023 | 176200000 | Fishing | de_DE Angeln
interests | Interests › Food and drink › Food | People interested in
fr_FR | Centres d’intérêt › Alimentation et boissons › Alimentation
6003000000031 | 541000000 | Cooking | fr_FR Cuisine
6003000000032 | 163500000 | Baking | fr_FR Pâtisserie
6003000000033 | 18300000 | Crème brûlée | fr_FR Crème brûlée
interests | Interests › Food and drink › Beverages | People interested in
6003000000041 | 472800000 | Coffee
6003000000042 | 344700000 | Tea
6003000000043 | 21400000 | Café culture
interests | Interests › Entertainment › Music | People interested in
6003000000051 | 142000000 | Jazz music
6003000000052 | 167900000 | Classical music
6003000000053 | 98200000 | Music festivals
interests | Interests › Technology › Computers | People interested in
6003000000061 | 87600000 | Programming
6003000000062 | 33100000 | Free software
interests | Interests › Additional interests | People interested in | search only
6003000000071 | 4200000 | Coffee roasting
6003000000072 | 1200 | Competitive yo-yo
6003000000073 | 2900000 | Model railways
life_events | Demographics › Life events | People whose life event is:
de_DE | Demografische Angaben › Lebensereignisse
6003100000011 | 46700000 | Recently moved | de_DE Kürzlich umgezogen
6003100000012 | 29400000 | New job | de_DE Neue Arbeit
6003100000013 | 21800000 | Newlywed (1 year) | de_DE Frisch verheiratet (1 Jahr)
6003100000014 | 8900000 | Newly engaged (6 months)
6003100000015 | 52300000 | Upcoming birthday
family_statuses | Demographics › Parents | People who are
6003200000011 | 388000000 | Parents (all)
6003200000012 | 17600000 | New parents (0–12 months)
6003200000013 | 42300000 | Parents with toddlers (1–2 years)
6003200000014 | 61500000 | Parents with teenagers (13–17 years)
relationship_statuses | Demographics › Relationship › Relationship status | People whose \
relationship status is
6003300000011 | 402100000 | Single
6003300000012 | 318400000 | In a relationship
6003300000013 | 61200000 | Engaged
6003300000014 | 586300000 | Married
education_schools | Demographics › Education › Schools | People who went to
6003500000001 | 148200 | Lakeside University
6003400000012 | 56900 | Université de la Côte
6003400000013 | 2001 | Harbor State College
6003400000014 | 2000 | Brookfield Community College
6003400000015 | 1999 | Lakeside Evening School
education_majors | Demographics › Education › Fields of study | People who studied
6003410000011 | 31700000 | Computer science
6003410000012 | 64300000 | Business administration
6003410000013 | 1850 | Marine archaeology
work_employers | Demographics › Work › Employers | People who work for
6003500000001 | 4600 | Lakeside University
6003510000012 | 38900 | Northwind Logistics
6003510000013 | 640 | Corner Bakery & Sons
work_positions | Demographics › Work › Job titles | People whose job title is
6003520000011 | 9800000 | Software engineer
6003520000012 | 14600000 | Nurse
6003520000013 | 420 | Lighthouse keeper
behaviors | Behaviors › Travel | People by their behavior:
6003600000011 | 287000000 | Frequent travelers
6003600000012 | 419000000 | Commuters
behaviors | Behaviors › Digital activities | People by their behavior:
6003600000021 | 112000000 | Small business owners
6003600000022 | 73400000 | Early technology adopters
6003600000023 | 94800000 | Console gamers
income | Third-party data › Financial › Income | Households with an income of
6003700000011 | 24100000 | $50,000 to $75,000
6003700000012 | 11900000 | $100,000 to $125,000
net_worth | Third-party data › Financial › Net worth | Households with a net worth of
6003700000021 | 3400000 | Over $1,000,000
home_ownership | Third-party data › Home › Home ownership | People who are
6003700000031 | 71600000 | Homeowners
6003700000032 | 48200000 | Renters
home_value | Third-party data › Home › Home value | People whose home is worth
6003700000041 | 8700000 | $300,000 to $400,000
household_composition | Third-party data › Home › Household composition | Households:
6003700000051 | 5100000 | Housemates
office_type | Third-party data › Work › Office type | People who work in a
6003700000061 | 13300000 | Home office
user_adclusters | Third-party data › Purchases › Vehicles | People likely to buy:
6003700000071 | 16900000 | New vehicle shoppers
6003700000072 | 1700 | Motorcycle owners
`

function audiencesIn(text: string): BuiltInAudience[] {
  const audiences: BuiltInAudience[] = []
  let [type, path, people, searchOnly]: (string | undefined)[] = []
  let paths = new Map<string, string[]>()
  for (const line of text.trim().split('\n')) {
    const [first = '', second = '', third = '', ...more] = line.split(' | ')
    if (/^[a-z]{2}_[A-Z]{2}$/.test(first)) paths.set(first, second.split(' › '))
    else if (/^\d/.test(first)) {
      const names = new Map(more.map((named) => [named.slice(0, 5), named.slice(6)]))
      const own = path?.split(' › ') ?? []
      audiences.push({
        id: first,
        type: type as AudienceType,
        name: third,
        audienceSize: Number(second),
        path: own,
        description: `${people} ${third}`,
        browsable: searchOnly === undefined,
        translations: [...new Set([...names.keys(), ...paths.keys()])].map((locale) => ({
          locale,
          name: names.get(locale) ?? third,
          path: paths.get(locale) ?? own,
        })),
      })
    } else {
      ;[type, path, people, searchOnly] = [first, second, third, ...more]
      paths = new Map()
    }
  }
  return audiences
}

/** The audiences of a new world. */
export const builtInAudiences: readonly BuiltInAudience[] = audiencesIn(taxonomy)
