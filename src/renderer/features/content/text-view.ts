/** How texts are shown: chosen for each tool, and once for all that comes from no tool. */
import { createContext, useContext } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { TextView } from '../../../shared/ipc/preferences'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { setToolTextView, useToolTextView } from '../../stores/kept/text-views'

/** The tool whose result is shown. */
export type TextOrigin = { readonly serverId: ServerId; readonly tool: string }

export const TextOriginContext = createContext<TextOrigin | undefined>(undefined)

const NO_TOOL: TextOrigin = { serverId: '' as ServerId, tool: '' }

export function useTextView(): readonly [TextView, (view: TextView) => void] {
  const origin = useContext(TextOriginContext)
  const { serverId, tool } = origin ?? NO_TOOL
  const ofTool = useToolTextView(serverId, tool)
  const ofOthers = usePreferences(({ textView }) => textView)
  if (!origin) return [ofOthers, (textView) => changePreferences({ textView })]
  return [ofTool, (view) => setToolTextView(serverId, tool, view)]
}
