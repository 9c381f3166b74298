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

/** One audience of a category: id, name, size, and its name in other languages. */
type Item = readonly [id: string, name: string, size: number, names?: Readonly<Record<string, string>>]

/** Audiences of one type and one path. */
interface Category {
  readonly type: AudienceType
  readonly path: readonly string[]
  /** The beginning of the description, which ends with the name. */
  readonly people: string
  /** The path in other languages. */
  readonly paths?: Readonly<Record<string, readonly string[]>>
  /** Browsing does not show these audiences; a search finds them. */
  readonly searchOnly?: boolean
  readonly items: readonly Item[]
}

const interests: readonly Category[] = [
  {
    type: 'interests',
    path: ['Interests', 'Sports and outdoors', 'Sports'],
    people: 'People interested in',
    paths: {
      de_DE: ['Interessen', 'Sport und Outdoor', 'Sportarten'],
      fr_FR: ['Centres d’intérêt', 'Sports et activités de plein air', 'Sports'],
    },
    items: [
      ['6003000000011', 'Football', 612_400_000, { de_DE: 'Fußball', fr_FR: 'Football' }],
      ['6003000000012', 'Basketball', 388_100_000, { de_DE: 'Basketball', fr_FR: 'Basket-ball' }],
      ['6003000000013', 'Swimming', 254_300_000, { de_DE: 'Schwimmen', fr_FR: 'Natation' }],
      ['6003000000014', 'Table football', 9_700_000, { de_DE: 'Tischfußball', fr_FR: 'Baby-foot' }],
    ],
  },
  {
    type: 'interests',
    path: ['Interests', 'Sports and outdoors', 'Outdoor recreation'],
    people: 'People interested in',
    paths: { de_DE: ['Interessen', 'Sport und Outdoor', 'Freizeit im Freien'] },
    items: [
      ['6003000000021', 'Hiking', 198_600_000, { de_DE: 'Wandern' }],
      ['6003000000022', 'Camping', 231_900_000, { de_DE: 'Camping' }],
      ['6003000000023', 'Fishing', 176_200_000, { de_DE: 'Angeln' }],
    ],
  },
  {
    type: 'interests',
    path: ['Interests', 'Food and drink', 'Food'],
    people: 'People interested in',
    paths: { fr_FR: ['Centres d’intérêt', 'Alimentation et boissons', 'Alimentation'] },
    items: [
      ['6003000000031', 'Cooking', 541_000_000, { fr_FR: 'Cuisine' }],
      ['6003000000032', 'Baking', 163_500_000, { fr_FR: 'Pâtisserie' }],
      ['6003000000033', 'Crème brûlée', 18_300_000, { fr_FR: 'Crème brûlée' }],
    ],
  },
  {
    type: 'interests',
    path: ['Interests', 'Food and drink', 'Beverages'],
    people: 'People interested in',
    items: [
      ['6003000000041', 'Coffee', 472_800_000],
      ['6003000000042', 'Tea', 344_700_000],
      ['6003000000043', 'Café culture', 21_400_000],
    ],
  },
  {
    type: 'interests',
    path: ['Interests', 'Entertainment', 'Music'],
    people: 'People interested in',
    items: [
      ['6003000000051', 'Jazz music', 142_000_000],
      ['6003000000052', 'Classical music', 167_900_000],
      ['6003000000053', 'Music festivals', 98_200_000],
    ],
  },
  {
    type: 'interests',
    path: ['Interests', 'Technology', 'Computers'],
    people: 'People interested in',
    items: [
      ['6003000000061', 'Programming', 87_600_000],
      ['6003000000062', 'Free software', 33_100_000],
    ],
  },
  {
    type: 'interests',
    path: ['Interests', 'Additional interests'],
    people: 'People interested in',
    searchOnly: true,
    items: [
      ['6003000000071', 'Coffee roasting', 4_200_000],
      ['6003000000072', 'Competitive yo-yo', 1_200],
      ['6003000000073', 'Model railways', 2_900_000],
    ],
  },
]

const demographics: readonly Category[] = [
  {
    type: 'life_events',
    path: ['Demographics', 'Life events'],
    people: 'People whose life event is:',
    paths: { de_DE: ['Demografische Angaben', 'Lebensereignisse'] },
    items: [
      ['6003100000011', 'Recently moved', 46_700_000, { de_DE: 'Kürzlich umgezogen' }],
      ['6003100000012', 'New job', 29_400_000, { de_DE: 'Neue Arbeit' }],
      ['6003100000013', 'Newlywed (1 year)', 21_800_000, { de_DE: 'Frisch verheiratet (1 Jahr)' }],
      ['6003100000014', 'Newly engaged (6 months)', 8_900_000],
      ['6003100000015', 'Upcoming birthday', 52_300_000],
    ],
  },
  {
    type: 'family_statuses',
    path: ['Demographics', 'Parents'],
    people: 'People who are',
    items: [
      ['6003200000011', 'Parents (all)', 388_000_000],
      ['6003200000012', 'New parents (0–12 months)', 17_600_000],
      ['6003200000013', 'Parents with toddlers (1–2 years)', 42_300_000],
      ['6003200000014', 'Parents with teenagers (13–17 years)', 61_500_000],
    ],
  },
  {
    type: 'relationship_statuses',
    path: ['Demographics', 'Relationship', 'Relationship status'],
    people: 'People whose relationship status is',
    items: [
      ['6003300000011', 'Single', 402_100_000],
      ['6003300000012', 'In a relationship', 318_400_000],
      ['6003300000013', 'Engaged', 61_200_000],
      ['6003300000014', 'Married', 586_300_000],
    ],
  },
  {
    type: 'education_schools',
    path: ['Demographics', 'Education', 'Schools'],
    people: 'People who went to',
    items: [
      ['6003500000001', 'Lakeside University', 148_200],
      ['6003400000012', 'Université de la Côte', 56_900],
      ['6003400000013', 'Harbor State College', 2_001],
      ['6003400000014', 'Brookfield Community College', 2_000],
      ['6003400000015', 'Lakeside Evening School', 1_999],
    ],
  },
  {
    type: 'education_majors',
    path: ['Demographics', 'Education', 'Fields of study'],
    people: 'People who studied',
    items: [
      ['6003410000011', 'Computer science', 31_700_000],
      ['6003410000012', 'Business administration', 64_300_000],
      ['6003410000013', 'Marine archaeology', 1_850],
    ],
  },
  {
    type: 'work_employers',
    path: ['Demographics', 'Work', 'Employers'],
    people: 'People who work for',
    items: [
      ['6003500000001', 'Lakeside University', 4_600],
      ['6003510000012', 'Northwind Logistics', 38_900],
      ['6003510000013', 'Corner Bakery & Sons', 640],
    ],
  },
  {
    type: 'work_positions',
    path: ['Demographics', 'Work', 'Job titles'],
    people: 'People whose job title is',
    items: [
      ['6003520000011', 'Software engineer', 9_800_000],
      ['6003520000012', 'Nurse', 14_600_000],
      ['6003520000013', 'Lighthouse keeper', 420],
    ],
  },
]

const behaviors: readonly Category[] = [
  {
    type: 'behaviors',
    path: ['Behaviors', 'Travel'],
    people: 'People by their behavior:',
    items: [
      ['6003600000011', 'Frequent travelers', 287_000_000],
      ['6003600000012', 'Commuters', 419_000_000],
    ],
  },
  {
    type: 'behaviors',
    path: ['Behaviors', 'Digital activities'],
    people: 'People by their behavior:',
    items: [
      ['6003600000021', 'Small business owners', 112_000_000],
      ['6003600000022', 'Early technology adopters', 73_400_000],
      ['6003600000023', 'Console gamers', 94_800_000],
    ],
  },
]

const thirdParty: readonly Category[] = [
  {
    type: 'income',
    path: ['Third-party data', 'Financial', 'Income'],
    people: 'Households with an income of',
    items: [
      ['6003700000011', '$50,000 to $75,000', 24_100_000],
      ['6003700000012', '$100,000 to $125,000', 11_900_000],
    ],
  },
  {
    type: 'net_worth',
    path: ['Third-party data', 'Financial', 'Net worth'],
    people: 'Households with a net worth of',
    items: [['6003700000021', 'Over $1,000,000', 3_400_000]],
  },
  {
    type: 'home_ownership',
    path: ['Third-party data', 'Home', 'Home ownership'],
    people: 'People who are',
    items: [
      ['6003700000031', 'Homeowners', 71_600_000],
      ['6003700000032', 'Renters', 48_200_000],
    ],
  },
  {
    type: 'home_value',
    path: ['Third-party data', 'Home', 'Home value'],
    people: 'People whose home is worth',
    items: [['6003700000041', '$300,000 to $400,000', 8_700_000]],
  },
  {
    type: 'household_composition',
    path: ['Third-party data', 'Home', 'Household composition'],
    people: 'Households:',
    items: [['6003700000051', 'Housemates', 5_100_000]],
  },
  {
    type: 'office_type',
    path: ['Third-party data', 'Work', 'Office type'],
    people: 'People who work in a',
    items: [['6003700000061', 'Home office', 13_300_000]],
  },
  {
    type: 'user_adclusters',
    path: ['Third-party data', 'Purchases', 'Vehicles'],
    people: 'People likely to buy:',
    items: [
      ['6003700000071', 'New vehicle shoppers', 16_900_000],
      ['6003700000072', 'Motorcycle owners', 1_700],
    ],
  },
]

function translationsOf({ path, paths = {} }: Category, [, name, , names = {}]: Item): Words[] {
  const locales = [...new Set([...Object.keys(names), ...Object.keys(paths)])]
  return locales.map((locale) => ({ locale, name: names[locale] ?? name, path: paths[locale] ?? path }))
}

const audiencesOf = (category: Category): BuiltInAudience[] =>
  category.items.map((item) => ({
    id: item[0],
    type: category.type,
    name: item[1],
    audienceSize: item[2],
    path: category.path,
    description: `${category.people} ${item[1]}`,
    browsable: category.searchOnly !== true,
    translations: translationsOf(category, item),
  }))

/**
 * The taxonomy of a new world (TGT-035). Each of the four types with a lower bound has audiences below it,
 * and three schools have sizes around it. One id belongs to a school and to an employer.
 */
export const builtInAudiences: readonly BuiltInAudience[] = [
  ...interests,
  ...demographics,
  ...behaviors,
  ...thirdParty,
].flatMap(audiencesOf)
