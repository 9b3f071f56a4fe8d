/** The command that signs in to a server, for whoever has to type it. */
import { shellWord } from '../../core/snippets/shell-quote'
import type { ServerChoice } from './arguments'
import type { DeskChoice } from '../profile/desk'

export function loginCommand(
  server: ServerChoice,
  { project, profile }: Pick<DeskChoice, 'project' | 'profile'>,
  scopes: readonly string[] = []
): string {
  const options = [
    ...(server.kind === 'configured' && server.config !== undefined
      ? ['--config', word(server.config)]
      : []),
    ...(project === undefined ? [] : ['--project', word(project)]),
    ...(profile === undefined ? [] : ['--profile', word(profile)]),
    ...(scopes.length === 0 ? [] : ['--scope', word(scopes.join(' '))])
  ]
  return ['patchbay login', ...target(server), ...options].join(' ')
}

function target(server: ServerChoice): readonly string[] {
  switch (server.kind) {
    case 'configured':
      return [word(server.name)]
    case 'address':
      return ['--url', word(server.url)]
    case 'process':
      return []
  }
}

/** Servers choose scopes, so whatever a shell would read as more than text is quoted for good. */
function word(text: string): string {
  return /^[\w@%+:,./ -]*$/.test(text) ? `"${text}"` : shellWord(text)
}
