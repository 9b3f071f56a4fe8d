// The lint rule patchbay/stay-in-zone: the folders of a layer stand in an order, and import from earlier ones.
import { dirname, relative, resolve, sep } from 'node:path'

const IS_TEST = /(\.test|testing)\.tsx?$/

/**
 * `zones` has, for each layer, its folders from low to high; '.' is the folder of the layer itself. A file
 * may import from its own folder and from those before it, so no two folders import each other. Tests may
 * import from anywhere, and have a place all the same.
 */
export function stayInZone(root, zones) {
  function placeOf(path) {
    const [top, layer, ...inner] = relative(root, dirname(path)).split(sep)
    const isOrdered = top === 'src' && Object.hasOwn(zones, layer ?? '')
    return isOrdered ? { layer, folder: inner.join('/') || '.' } : undefined
  }

  return {
    create(context) {
      const here = placeOf(context.filename)
      if (!here) return {}
      const { layer } = here
      const order = zones[layer]
      const name = (folder) => (folder === '.' ? `src/${layer}` : `src/${layer}/${folder}`)
      const isPlaced = order.includes(here.folder)
      const noPlaceFor = (folder) =>
        `${name(folder)} has no place in the order of folders in zones.mjs.`

      function check(node) {
        const specifier = node.source?.value
        if (typeof specifier !== 'string' || !specifier.startsWith('.')) return
        const there = placeOf(resolve(dirname(context.filename), specifier))
        if (there?.layer !== layer || there.folder === here.folder) return
        const isEarlier = order.indexOf(there.folder) < order.indexOf(here.folder)
        if (!order.includes(there.folder)) {
          context.report({ node, message: noPlaceFor(there.folder) })
        } else if (isPlaced && !isEarlier) {
          const message =
            `${name(here.folder)} may not import from ${name(there.folder)}, ` +
            'which comes later in the order.'
          context.report({ node, message })
        }
      }
      const checkPlace = (node) => {
        if (!isPlaced) context.report({ node, message: noPlaceFor(here.folder) })
      }
      if (IS_TEST.test(context.filename)) return { Program: checkPlace }
      return {
        Program: checkPlace,
        ImportDeclaration: check,
        ImportExpression: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check
      }
    }
  }
}
