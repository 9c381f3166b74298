/** A failure that stops a run at once. */
export interface Stop {
  readonly oracle: 'hot loop' | 'left the world' | 'start' | 'never ended'
  readonly kind: string
  readonly message: string
}
