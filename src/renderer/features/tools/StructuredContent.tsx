import { isObject } from '../../../shared/json'
import { CodeEditor } from '../../ui/CodeEditor'
import { EmptyState } from '../../ui/EmptyState'

export function StructuredContent({ result }: { readonly result: unknown }) {
  if (!isObject(result) || result['structuredContent'] === undefined) {
    return (
      <EmptyState title="No structured content">
        The server answered without it. What it did answer is under Rendered and Raw.
      </EmptyState>
    )
  }
  const json = JSON.stringify(result['structuredContent'], null, 2)
  return <CodeEditor label="Structured content" language="json" value={json} />
}
