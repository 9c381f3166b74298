/**
 * Plays a scenario file as a test. The player and its YAML are loaded at first use: few tests need them.
 * Rejects with an error that tells the steps up to the first difference, with its place.
 */
export async function playTestScenario(path: string): Promise<void> {
  const { playScenarioFile } = await import('./scenario-file.ts')
  playScenarioFile(path)
}
