import { testWrong } from './judged.ts'

await testWrong(/^(scheduler|token|webhook)-/)
