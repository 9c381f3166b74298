import { contract } from './contract.ts'
import { transports } from './transports.ts'

for (const [name, open] of Object.entries(transports)) contract(name, open)
