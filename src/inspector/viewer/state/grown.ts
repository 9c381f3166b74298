import { useMemo } from 'preact/hooks'

/** What was made of the first items of a list, and of how many. */
interface Grown<T, M> {
  readonly made: M
  first: T | undefined
  count: number
}

/**
 * Makes something of a list that grows, and adds only the new items at the next call. It begins again if the
 * list does, or when one of the inputs changes.
 */
export function useGrown<T, M>(
  items: readonly T[],
  begin: () => M,
  add: (made: M, item: T) => void,
  inputs: readonly unknown[],
): M {
  const start = useMemo(() => {
    let grown: Grown<T, M> = { made: begin(), first: undefined, count: 0 }
    return () => {
      const isSame = items.length >= grown.count && (grown.count === 0 || items[0] === grown.first)
      if (!isSame) grown = { made: begin(), first: undefined, count: 0 }
      for (const item of items.slice(grown.count)) add(grown.made, item)
      grown.first = items[0]
      grown.count = items.length
      return grown.made
    }
  }, [items, ...inputs])
  return start()
}
