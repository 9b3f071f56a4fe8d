import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { messageOf } from '../../shared/protocol/errors'
import { EmptyState } from '../ui/panes/EmptyState'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/primitives.css'
import { PromptPage } from './PromptPage'
import { describePrompt } from '../bridge/prompt-bridge'

const root = document.getElementById('root')
if (!root) throw new Error('prompt.html has no #root')

createRoot(root).render(<StrictMode>{await firstView()}</StrictMode>)

async function firstView(): Promise<ReactNode> {
  try {
    return <PromptPage ask={await describePrompt()} />
  } catch (error) {
    return (
      <main>
        <EmptyState title="Patchbay could not show its question" isPage>
          {messageOf(error)} Close this window: nothing has been decided.
        </EmptyState>
      </main>
    )
  }
}
