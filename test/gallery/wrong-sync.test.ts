import { testWrong } from './judged.ts'

await testWrong(/^(sync|feed)-/)
