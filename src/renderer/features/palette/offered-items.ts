/** The resources, templates and prompts of open servers, for the palette. */
import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionReport } from '../../../shared/ipc/ipc-contract'
import { goTo, wantArguments } from '../../stores/window/view'
import type { Item } from './palette-items'

export function offeredItems(
  id: ServerId,
  name: string,
  report: SessionReport | undefined
): readonly Item[] {
  if (!report) return []
  const { resources, resourceTemplates, prompts } = report.catalogue
  return [
    ...resources.map((resource) => ({
      group: 'Resources',
      label: `${name} › ${resource.uri}`,
      key: `${id} resource ${resource.uri}`,
      ...hintOf(resource),
      run: () => goTo(id, { tab: 'resources', resource: resource.uri }),
      focus: () => wantArguments()
    })),
    ...resourceTemplates.map((template) => ({
      group: 'Resources',
      label: `${name} › ${template.uriTemplate}`,
      key: `${id} template ${template.uriTemplate}`,
      ...hintOf(template),
      run: () => goTo(id, { tab: 'resources', template: template.uriTemplate }),
      focus: () => wantArguments()
    })),
    ...prompts.map((prompt) => ({
      group: 'Prompts',
      label: `${name} › ${prompt.name}`,
      key: `${id} prompt ${prompt.name}`,
      ...hintOf(prompt),
      run: () => goTo(id, { tab: 'prompts', prompt: prompt.name }),
      focus: () => wantArguments()
    }))
  ]
}

function hintOf(offered: Readonly<Record<string, unknown>>): { readonly hint?: string } {
  const hint = offered['title'] ?? (offered['uri'] === undefined ? undefined : offered['name'])
  return typeof hint === 'string' && hint !== '' ? { hint } : {}
}
