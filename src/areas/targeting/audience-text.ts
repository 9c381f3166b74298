import { caseless } from '../../graph/values/letter-case.ts'
import { plainLetters } from './letters.ts'

/** Returns text as searches compare it: in lower case, and Latin letters without accents (SIL-135). */
export function foldText(text: string): string {
  const bare = caseless(text).replace(/[\u0300-\u036f]/g, '')
  return bare.replace(/[\u0080-\u1eff]/g, (letter) => plainLetters.get(letter) ?? letter)
}
