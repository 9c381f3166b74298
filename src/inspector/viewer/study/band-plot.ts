import UPlot from 'uplot'
import type { VariantResult } from '../../../simulation/study/study-result.ts'
import { colorOf } from '../simulation/elements.ts'
import { axisRange, timeAxes } from '../simulation/plots.ts'

/** The colors of the first variant and of the second. */
const bandColors = ['plot', 'fault'] as const

/** Creates the plot of a series: the medians of one or two variants, each in its band. */
export function createBandPlot(name: string, variants: readonly VariantResult[], box: HTMLElement): UPlot {
  const bands = variants.flatMap(({ series }, index) => {
    const band = series?.bands[name]
    return band ? [{ band, color: colorOf(bandColors[index] ?? 'plot') }] : []
  })
  const { from = 0, every = 1 } = variants[0]?.series ?? {}
  const times = (bands[0]?.band.p50 ?? []).map((_, index) => from + index * every)
  const line = (stroke: string, width: number): UPlot.Series => ({ stroke, width, points: { show: false } })
  const options: UPlot.Options = {
    ...{
      width: Math.max(200, box.clientWidth),
      height: 190,
      legend: { show: false },
      cursor: { show: false },
    },
    scales: { x: { time: false }, y: { range: axisRange } },
    axes: timeAxes(),
    series: [{}, ...bands.flatMap(({ color }) => [line('', 0), line(color, 2), line('', 0)])],
    bands: bands.map(({ color }, index) => ({
      series: [3 * index + 3, 3 * index + 1],
      fill: `${color}2e`,
    })),
  }
  const lines = bands.flatMap(({ band: { p5, p50, p95 } }) => [[...p5], [...p50], [...p95]])
  return new UPlot(options, [times, ...lines], box)
}
