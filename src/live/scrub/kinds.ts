/** The kinds of values that a scrubbed recording does not have. */
export type SecretKind =
  | 'token'
  | 'secret'
  | 'signature'
  | 'code'
  | 'cookie'
  | 'email'
  | 'phone'
  | 'name'
  | 'address'
  | 'birthday'
  | 'ip'
  | 'hash'
  | 'answer'
  | 'userId'

/** A part of a text that is a secret. */
export interface SecretRange {
  readonly start: number
  readonly end: number
  readonly kind: SecretKind
}

/** Where a text stands: the field that has it, and the record of the field. */
export interface TextPlace {
  /** The name of the field: its letters and digits, in lower case. */
  readonly field: string
  /** Whether the record of the field may be that of a person. */
  readonly ofPerson: boolean
  /** Whether the text is in the answers of a lead, or in the data of a customer. */
  readonly inAnswers: boolean
}

/** The place of a whole file. */
export const nowhere: TextPlace = { field: '', ofPerson: false, inAnswers: false }

/** The place of the name of a header. */
export const headerName: TextPlace = { ...nowhere, field: 'headername' }

/** Returns the letters and digits of a field name in lower case, so that `X-Api-Key` is `xapikey`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Words in the names of fields, each with its kind. The first word that a name has decides. */
const words: readonly (readonly [SecretKind, RegExp])[] = [
  ['signature', /appsecretproof|signature|signedrequest|^fbsr|^sig$/],
  ['token', /token$|authorization$|^bearer$|^jwt$|^session(id|key)?$|^assertion$|^fbdtsg$/],
  ['secret', /secret|passw(or)?d|^pwd$|^pass$|credential|accesskeyid|(api|auth|private|consumer|signing)key/],
  ['cookie', /^(set)?cookies?$/],
  ['code', /^(auth|authorization|verification|login)?code$|^otp$|^pin$/],
  ['email', /email$|^email|^mail$/],
  ['phone', /phone|^mobile|^tel$|telephone|whatsappnumber|^fax$|msisdn/],
  [
    'name',
    /^(first|last|middle|full|short|given|family|maiden|nick|screen|user)name$|^surname$|^namepronunciation$/,
  ],
  ['address', /street|^address|address$|^zip|^post(al)?code$|^city$|^hometown$|^(latitude|longitude)$/],
  ['birthday', /^birth(day|date)$|^dateofbirth$|^dob$/],
  ['userId', /^(user|owner)id$|^uid$|^psid$|^asid$/],
]

/** Names that have a word of the list, and whose values are no secrets. */
const harmless = /^(tokentype|nextpagetoken|ipaddress|serveripaddress|clientipaddress|remoteaddress)$/

/** Returns the kind of the values of a field, if its name says so. */
export function kindOfField({ field, ofPerson, inAnswers }: TextPlace): SecretKind | undefined {
  if (harmless.test(field)) return undefined
  const [kind] = words.find(([, pattern]) => pattern.test(field)) ?? []
  if (kind !== undefined) return kind
  if (ofPerson && field === 'name') return 'name'
  if (ofPerson && field === 'id') return 'userId'
  return inAnswers ? 'answer' : undefined
}

/** The members of a record that only a person has. */
const personal = /^(first|last|middle|given|family)name$|^email$|^birthday$|^gender$|^shortname$/

/** The members that say nothing of what a record is. */
const neutral = /^(id|name|picture|pic|role|tasks|accesstoken|createdtime|username|profiletype)$/

/** Whether a record with these members may be that of a person. A name beside an id may. */
export function mayBePerson(members: readonly string[]): boolean {
  const names = members.map(plainName)
  if (names.some((name) => personal.test(name))) return true
  return names.includes('id') && names.includes('name') && names.every((name) => neutral.test(name))
}
