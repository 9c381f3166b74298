import { testRight } from './judged.ts'

await testRight(/./)
