/** The draft of a tool, written or not, and what would be sent of it. */
import { useMemo } from 'react'
import type { Tool } from '../../../../shared/calls/catalogue'
import type { ServerId } from '../../../../shared/protocol/ids'
import {
  draftKey,
  newDraft,
  readDraft,
  useDrafts,
  type Draft,
  type Reading
} from '../../../stores/kept/drafts'
import { whyNoForm } from '../../schema-form/schema/form-fit'
import { startingValue } from '../../schema-form/schema/starting-value'

type Fresh = { readonly draft: Draft; readonly noForm: string | undefined }

const freshDrafts = new WeakMap<Tool, Fresh>()

/** What a tool begins with. Worked out once, because a schema can be large. */
function freshOf(tool: Tool): Fresh {
  const known = freshDrafts.get(tool)
  if (known) return known
  const schema = tool['inputSchema']
  const noForm = whyNoForm(schema)
  const draft = noForm === undefined ? newDraft(startingValue(schema)) : newDraft({}, 'json')
  const made = { draft, noForm }
  freshDrafts.set(tool, made)
  return made
}

export type ToolDraft = {
  readonly key: string
  readonly draft: Draft
  readonly reading: Reading
  readonly fresh: Draft
  /** A whole sentence: why the arguments can only be written as JSON. */
  readonly noForm: string | undefined
}

export function useToolDraft(serverId: ServerId, tool: Tool): ToolDraft {
  const { draft: fresh, noForm } = freshOf(tool)
  const key = draftKey(serverId, tool.name)
  const written = useDrafts(({ drafts }) => drafts[key]) ?? fresh
  const draft = useMemo<Draft>(
    () => (noForm === undefined ? written : { ...written, mode: 'json' }),
    [written, noForm]
  )
  const reading = useMemo(() => readDraft(draft), [draft])
  return { key, draft, reading, fresh, noForm }
}
