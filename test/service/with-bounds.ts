import { type Bounds, bounds } from '../../src/service/contract/bounds.ts'

/** Does work under other bounds, and puts back those of before. */
export function withBounds(others: Partial<Bounds>, work: () => void): void {
  const before = { ...bounds }
  Object.assign(bounds, others)
  try {
    work()
  } finally {
    Object.assign(bounds, before)
  }
}
