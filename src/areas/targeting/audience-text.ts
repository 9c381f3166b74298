import { caseless } from '../../graph/values/letter-case.ts'
import { plainLetters } from './letters.ts'

/** Text as it is searched: small letters without marks. Only Latin letters lose their marks (SIL-135). */
export function folded(text: string): string {
  const bare = caseless(text).replace(/[\u0300-\u036f]/g, '')
  return bare.replace(/[\u0080-\u1eff]/g, (letter) => plainLetters.get(letter) ?? letter)
}
