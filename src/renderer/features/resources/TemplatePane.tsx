import { useMemo, useState } from 'react'
import type { ResourceTemplate } from '../../../shared/calls/catalogue'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import { expandTemplate } from '../../../shared/protocol/uri-expansion'
import { readTemplate } from '../../../shared/protocol/uri-template'
import { visibleText } from '../../../shared/text/visible-text'
import { keepTemplateReading, useTemplateReadings } from '../../stores/calls/readings'
import { useSession } from '../../stores/servers/sessions'
import {
  saveTemplateDraft,
  templateDraftKey,
  useTemplateDrafts
} from '../../stores/kept/template-drafts'
import { Button } from '../../ui/controls/Button'
import { CopyButton } from '../../ui/controls/CopyButton'
import { EmptyState } from '../../ui/panes/EmptyState'
import { shortTimeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { changesOf } from '../catalogue/changes-of'
import { ItemChange } from '../catalogue/ItemChange'
import { SEND_SHORTCUT, useSendShortcut } from '../exchange/use-send-shortcut'
import { Reading } from './Reading'
import { readResource } from './reading-actions'
import { ResourceHeader } from './ResourceHeader'
import { valuesOf } from './template-values'
import { VariablesForm } from './VariablesForm'
import styles from './resources.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly template: ResourceTemplate
}

const NOTHING_WRITTEN = {}

/** A template: its variables, the URI that they make, and what was read by it. */
export function TemplatePane({ server, state, template }: Props) {
  const { uriTemplate } = template
  const read = useMemo(() => readTemplate(uriTemplate), [uriTemplate])
  const key = templateDraftKey(server.id, uriTemplate)
  const draft = useTemplateDrafts(({ drafts }) => drafts[key]) ?? NOTHING_WRITTEN
  const { changes } = useSession(server.id)
  const readings = useTemplateReadings(server.id, uriTemplate)
  const [chosen, setChosen] = useState<string>()
  const shown = chosen ?? readings[0]?.uri
  const uri = 'template' in read ? expandTemplate(read.template, valuesOf(draft)) : undefined
  const isReady = state.phase === 'ready'

  function send(): void {
    if (uri === undefined || uri === '' || !isReady) return
    keepTemplateReading(server.id, uriTemplate, uri)
    setChosen(uri)
    void readResource(server.id, uri, true) // never rejects
  }
  useSendShortcut(send)

  return (
    <article className={styles['resource']} aria-label={visibleText(uriTemplate)}>
      <ResourceHeader
        serverId={server.id}
        address={uriTemplate}
        copyLabel="Copy template"
        described={template}
      />
      <ItemChange
        serverId={server.id}
        kind="resourceTemplates"
        itemKey={uriTemplate}
        change={changesOf(changes, 'resourceTemplates').get(uriTemplate)}
        item={template}
      />
      {'problem' in read ? (
        <EmptyState title="This template cannot be filled in">
          <ServerText>{read.problem}</ServerText> A URI can still be written by hand, below the
          list.
        </EmptyState>
      ) : (
        <>
          <VariablesForm
            serverId={server.id}
            state={state}
            uriTemplate={uriTemplate}
            template={read.template}
            draft={draft}
            onDraft={(changed) => saveTemplateDraft(key, changed)}
          />
          <div className={styles['expanded']}>
            <output aria-label="URI that will be read" title="Exactly as it will be sent">
              {uri === '' ? <i>(empty)</i> : <ServerText>{uri ?? ''}</ServerText>}
            </output>
            <CopyButton label="Copy URI" text={() => uri ?? ''} />
            <Button
              isPrimary
              shortcut={SEND_SHORTCUT}
              aria-keyshortcuts="Control+Enter"
              disabled={!isReady || uri === ''}
              title={isReady ? undefined : 'The server is not open.'}
              onClick={send}
            >
              Read
            </Button>
          </div>
          {readings.length > 1 && (
            <ul className={styles['recent']} aria-label="Read before">
              {readings.map((reading) => (
                <li key={reading.uri}>
                  <button
                    type="button"
                    aria-current={reading.uri === shown ? 'true' : undefined}
                    title={`${visibleText(reading.uri)}, read at ${shortTimeOfDay(reading.readAt)}`}
                    onClick={() => setChosen(reading.uri)}
                  >
                    <ServerText>{reading.uri}</ServerText>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {shown === undefined ? (
            <div className={styles['notYet']}>
              <EmptyState title="Not read yet">Fill in the variables and read it.</EmptyState>
            </div>
          ) : (
            <>
              {shown !== uri && (
                <p className="ui-note">
                  Shown is{' '}
                  <code>
                    <ServerText>{shown}</ServerText>
                  </code>
                </p>
              )}
              <Reading key={shown} serverId={server.id} state={state} uri={shown} />
            </>
          )}
        </>
      )}
    </article>
  )
}
