import { useEffect, useState } from 'react'
import { importFile } from '../features/import/import-actions'
import { importTraffic } from '../features/traffic/actions/export-actions'
import { openProject } from '../features/server/server-actions'
import { notify } from '../stores/window/notices'
import styles from './app.module.css'

/** Takes a folder or a file that is dropped anywhere on the window. */
export function DropZone() {
  const [isOver, setIsOver] = useState(false)

  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const handleOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    }
    const handleLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const handleDrop = (event: DragEvent): void => {
      setIsOver(false)
      if (event.defaultPrevented || !event.dataTransfer) return
      event.preventDefault()
      take(event.dataTransfer)
    }
    addEventListener('dragover', handleOver, { signal })
    addEventListener('dragleave', handleLeave, { signal })
    addEventListener('drop', handleDrop, { signal })
    return () => ending.abort()
  }, [])

  if (!isOver) return null
  return (
    <div className={styles['dropHere']}>
      <p>
        Drop a folder to open it as a project, a JSON file to import its servers, or a JSON Lines
        file to read its traffic.
      </p>
    </div>
  )
}

/** One thing at a time: two projects cannot be open, and an import is looked at file by file. */
function take({ items, files }: DataTransfer): void {
  const [file] = files
  if (!file) return
  const path = window.patchbay.pathOf(file)
  const isFolder = items[0]?.webkitGetAsEntry()?.isDirectory === true
  if (files.length > 1) notify('Drop one folder or one file at a time.')
  else if (path === '') notify(`${file.name} is not a file of this computer.`)
  else if (isFolder) openProject(path)
  else if (/\.jsonc?$/i.test(file.name)) importFile(path)
  else if (/\.(?:jsonl|ndjson)$/i.test(file.name)) importTraffic(path)
  else notify(`${file.name} is neither a folder nor a JSON file.`)
}
