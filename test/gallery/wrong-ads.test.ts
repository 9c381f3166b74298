import { testWrong } from './judged.ts'

await testWrong(/^(album|campaign|images|statistics)-/)
