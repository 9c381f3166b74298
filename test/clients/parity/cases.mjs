// The recordings, with the facts and the call of each, and a reason for each difference.
import { adCases } from './ads.mjs'
import { loginCases } from './login.mjs'
import { mediaCases } from './media.mjs'
import { pageCases } from './pages.mjs'
import { photoCases } from './photos.mjs'
import { postCases } from './posts.mjs'

export const cases = [...pageCases, ...postCases, ...photoCases, ...loginCases, ...mediaCases, ...adCases]
