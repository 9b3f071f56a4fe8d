import { Component, type ReactNode } from 'react'
import { messageOf } from '../../../shared/protocol/errors'
import { Button } from '../controls/Button'
import { EmptyState } from './EmptyState'

type Props = { readonly name: string; readonly children: ReactNode }
type State = { readonly error?: unknown }

/** A pane that breaks says so in its own place; the others go on. */
export class PaneBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    if (!('error' in this.state)) return this.props.children
    return (
      <EmptyState
        title={`Patchbay cannot show ${this.props.name}`}
        action={<Button onClick={() => this.setState(withoutError)}>Show it again</Button>}
      >
        This is a fault of Patchbay, not of a server. {messageOf(this.state.error)}
      </EmptyState>
    )
  }
}

function withoutError({ error: _gone, ...rest }: State): State {
  return rest
}
