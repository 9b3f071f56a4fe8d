import { expect, it } from 'vitest'
import { childEnvironment } from './child-environment'

it('passes on the listed names only, and the definition has the last word', () => {
  const ours = {
    HOME: '/home/ada',
    PATH: '/bin',
    LC_ALL: 'C',
    GITHUB_TOKEN: 'secret',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--inspect',
    SHELL: '() { evil; }'
  }
  expect(childEnvironment(ours, { PATH: '/opt/bin', KEY: 'own' }, 'linux')).toEqual({
    HOME: '/home/ada',
    PATH: '/opt/bin',
    LC_ALL: 'C',
    KEY: 'own'
  })
})

it('knows Windows names in any case', () => {
  expect(childEnvironment({ Path: 'C:\\', Secret: 'x' }, {}, 'win32')).toEqual({ Path: 'C:\\' })
})

it('leaves out what the definition writes in another case, where case means nothing', () => {
  const ours = { Path: 'C:\\', TEMP: 'C:\\temp' }
  expect(childEnvironment(ours, { PATH: 'D:\\' }, 'win32')).toEqual({
    PATH: 'D:\\',
    TEMP: 'C:\\temp'
  })
  expect(childEnvironment({ PATH: '/bin' }, { Path: '/odd' }, 'linux')).toEqual({
    PATH: '/bin',
    Path: '/odd'
  })
})

it('drops the entries of PATH that would be searched in the folder of the server', () => {
  const pathOf = (path: string, platform: NodeJS.Platform = 'linux'): string | undefined =>
    childEnvironment({ PATH: path }, {}, platform)['PATH']
  expect(pathOf('.:/bin::../evil:node_modules/.bin:/opt/bin:')).toBe('/bin:/opt/bin')
  expect(pathOf(':')).toBeUndefined()
  expect(pathOf('C:\\bin;.;;tools', 'win32')).toBe('C:\\bin')
  expect(childEnvironment({ PATH: '/bin' }, { PATH: '.:/own' }, 'linux')).toEqual({ PATH: '/own' })
})
