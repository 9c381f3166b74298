// The recordings, with the facts and the call of each, and a reason for each difference.
import { adCases } from './ads.mjs'
import { albumCases } from './albums.mjs'
import { answerCases } from './answers.mjs'
import { businessCases } from './businesses.mjs'
import { cassetteCases } from './cassettes.mjs'
import { edgeCases } from './edges.mjs'
import { fbGraph2Cases } from './fb-graph2.mjs'
import { insightCases } from './insights.mjs'
import { instagramCases } from './instagram.mjs'
import { loginCases } from './login.mjs'
import { mediaCases } from './media.mjs'
import { pageCases } from './pages.mjs'
import { photoCases } from './photos.mjs'
import { postCases } from './posts.mjs'

import { recordCases } from './records.mjs'
import { videoCases } from './videos.mjs'

export const cases = [
  ...pageCases,
  ...postCases,
  ...recordCases,
  ...edgeCases,
  ...photoCases,
  ...albumCases,
  ...loginCases,
  ...answerCases,
  ...mediaCases,
  ...adCases,
  ...insightCases,
  ...businessCases,
  ...instagramCases,
  ...videoCases,
  ...cassetteCases,
  ...fbGraph2Cases,
]
