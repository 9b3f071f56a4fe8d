import { EmptyState } from '../../ui/EmptyState'

export function InboxPage() {
  return (
    <EmptyState title="Nothing to decide" isPage>
      What servers ask of a person waits here. This version of Patchbay tells servers that it cannot
      be asked for consent, input or a model's answer, so they should not ask.
    </EmptyState>
  )
}
