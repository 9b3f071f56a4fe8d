import { useEffect, useState } from 'react'
import type { Draft } from '../../../shared/servers/configuration'
import { messageOf } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'
import { setSecrets } from '../../stores/servers/secrets'
import { showPage, useView, type Editing } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/panes/EmptyState'
import { setSchema } from '../../ui/editor/monaco'
import { Skeleton } from '../../ui/panes/Skeleton'
import { notify } from '../../stores/window/notices'
import { EMPTY_DEFINITION } from './definition-text'
import { DEFINITION_FILE } from './definition-file'
import { Editor } from './Editor'

export function EditorPage() {
  const editing = useView((state) => state.editing)
  if (!editing) return <EmptyState title="Nothing to edit" isPage />
  return <OpenedEditor key={editing.time} editing={editing} />
}

function OpenedEditor({ editing }: { readonly editing: Editing }) {
  const { original, problem } = useOriginal(editing)
  useWhatTheEditorKnows()
  if (problem !== undefined) {
    return (
      <EmptyState
        title="This definition cannot be edited"
        isPage
        action={<Button onClick={() => showPage('workspace')}>Back</Button>}
      >
        {problem}
      </EmptyState>
    )
  }
  return original ? <Editor editing={editing} original={original} /> : <Skeleton rows={9} />
}

type Original = { readonly original?: Draft; readonly problem?: string }

function useOriginal({ serverId, scope }: Editing): Original {
  const [read, setRead] = useState<Original>(() =>
    serverId === undefined ? { original: { name: '', scope, text: EMPTY_DEFINITION } } : {}
  )
  useEffect(() => {
    if (serverId === undefined) return
    request('draft.read', { serverId }).then(
      (original) => setRead({ original }),
      (error: unknown) => setRead({ problem: messageOf(error) })
    )
  }, [serverId])
  return read
}

let isSchemaKnown = false

/** The schema for the JSON view, and which secrets there are. The page works without them too. */
function useWhatTheEditorKnows(): void {
  useEffect(() => {
    request('secrets.list').then(setSecrets, notify)
    if (isSchemaKnown) return
    isSchemaKnown = true
    request('config.schema')
      .then((schema) => setSchema(DEFINITION_FILE, schema))
      .catch((error: unknown) => {
        isSchemaKnown = false
        notify(error)
      })
  }, [])
}
