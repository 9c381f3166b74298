import { Component, type ComponentChildren } from 'preact'
import { Problem, problemText } from './parts.tsx'

interface GuardedProps {
  /** Says what a person can do if the part cannot be shown. */
  readonly advice: string
  readonly children: ComponentChildren
}

/** Shows a part of the page, or a sentence in its place if the data has not what the part shows. */
export class Guarded extends Component<GuardedProps, { readonly problem: string }> {
  override state = { problem: '' }

  static override getDerivedStateFromError(error: unknown): { readonly problem: string } {
    return { problem: problemText(error) }
  }

  override render({ advice, children }: GuardedProps): ComponentChildren {
    const { problem } = this.state
    return problem === '' ? children : <Problem text={`This part cannot be shown (${problem}). ${advice}`} />
  }
}
