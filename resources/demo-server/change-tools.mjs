// Tools after which something else is no longer as it was.
import { touch } from './live.mjs'
import { noArguments, object, say } from './tool-words.mjs'

export function changeTools(addTool) {
  return [
    {
      name: 'touch-resource',
      description: 'Changes demo://live/counter, and tells whoever has subscribed to it.',
      inputSchema: noArguments,
      call: (_args, { notify }) => say(`The counter is ${touch(notify)} now.`)
    },
    {
      name: 'add-tool',
      description: 'Adds a tool to the list, or changes the one it added before, and says so.',
      inputSchema: object({ name: { type: 'string', minLength: 1, default: 'added-tool' } }),
      call: ({ name = 'added-tool' }, { notify }) => {
        const isNew = addTool(String(name))
        notify('notifications/tools/list_changed')
        return say(`${isNew ? 'Added' : 'Changed'} ${name}.`)
      }
    }
  ]
}
