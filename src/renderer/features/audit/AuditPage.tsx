import { EmptyState } from '../../ui/EmptyState'

export function AuditPage() {
  return (
    <EmptyState title="No audit log" isPage>
      This version of Patchbay keeps no audit log. What has passed since it was started is under
      Traffic.
    </EmptyState>
  )
}
