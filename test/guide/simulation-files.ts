import { writeFileSync } from 'node:fs'
import { seriesCsv, timelinePage } from '../../src/simulation/index.ts'
import { result } from './simulation.ts'

writeFileSync('leads.json', JSON.stringify(result))
writeFileSync('leads.csv', seriesCsv(result))
writeFileSync('leads.html', timelinePage(result, { title: 'Two weeks of leads' }))
