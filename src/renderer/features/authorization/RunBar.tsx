import { Copy } from 'lucide-react'
import type { AuthDebugReport } from '../../../shared/sign-in/auth-debug'
import { mermaidOf, svgOf } from '../../../shared/sign-in/auth-diagram'
import { notify, tell } from '../../stores/window/notices'
import { Button } from '../../ui/controls/Button'
import { MenuButton } from '../../ui/controls/Menu'
import { keepTokens, sayPageFailed } from './authorization-actions'
import { headline, toneOf } from './run-words'
import styles from './authorization.module.css'

/** How the run as a whole goes, and what can be done with it. */
export function RunBar({ report }: { readonly report: AuthDebugReport }) {
  const { runId, state, canKeep, isKept } = report
  return (
    <div className={styles['runBar']}>
      <p role="status" className={styles['headline']} data-tone={toneOf(report)}>
        {headline(report)}
      </p>
      {state.phase === 'in-browser' && (
        <Button
          title="For when the page refuses and does not lead back. Ends the wait"
          onClick={() => sayPageFailed(runId)}
        >
          The page shows an error
        </Button>
      )}
      {isKept && <span className={styles['kept']}>Patchbay uses this sign-in now.</span>}
      {canKeep && !isKept && (
        <Button
          title="Patchbay signs in to this server with the tokens of this run from now on"
          onClick={() => keepTokens(runId)}
        >
          Keep this sign-in
        </Button>
      )}
      <MenuButton
        label="Copy the run"
        entries={() => [
          { label: 'Copy diagram as SVG', onSelect: () => copy(svgOf(report), 'The diagram') },
          {
            label: 'Copy diagram as Mermaid',
            onSelect: () => copy(mermaidOf(report), 'The diagram')
          },
          {
            label: 'Copy run as JSON',
            onSelect: () => copy(JSON.stringify(report, null, 2), 'The run')
          }
        ]}
      >
        <Button>
          <Copy aria-hidden="true" size={14} /> Copy
        </Button>
      </MenuButton>
    </div>
  )
}

function copy(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(() => tell(`${what} is on the clipboard.`), notify)
}
