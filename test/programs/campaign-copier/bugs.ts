import type { Bug } from '../bug.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'a copy whose answer was lost is made again',
    file: 'src/main.ts',
    from: '(await findCopy(order)) ?? (await copy(order))',
    to: '(await copy(order))',
    finds: /campaign/,
  },
  {
    name: 'the order is done before its campaign is changed',
    file: 'src/main.ts',
    from: `  await new Campaign(id).update([], { spend_cap: 200_000 })
  finish(order)`,
    to: `  finish(order)
  await new Campaign(id).update([], { spend_cap: 200_000 })`,
    finds: /campaign/,
  },
  {
    name: 'an order that fails is taken for done',
    file: 'src/main.ts',
    from: 'for (const order of openOrders()) await carryOut(order)',
    to: 'for (const order of openOrders()) await carryOut(order).catch(() => finish(order))',
    finds: /campaign/,
  },
  {
    name: 'the copy gets its name in a second call',
    file: 'src/main.ts',
    from: `    rename_options: { rename_strategy: 'ONLY_TOP_LEVEL_RENAME', rename_suffix: suffixOf(order) },
  })
  return answer._data.copied_campaign_id`,
    to: `  })
  const id = answer._data.copied_campaign_id
  await new Campaign(id).update([], { name: \`Copy\${suffixOf(order)}\` })
  return id`,
    finds: /campaign/,
  },
  {
    name: 'an order that fails is tried again at once, without a limit',
    file: 'src/main.ts',
    from: 'for (const order of openOrders()) await carryOut(order)',
    to: `for (const order of openOrders())
      while (
        !(await carryOut(order).then(
          () => true,
          () => false,
        ))
      );`,
    finds: /calls|limit/,
  },
]
