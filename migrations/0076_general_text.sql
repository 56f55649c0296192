-- The text of the general alarm, where nobody changed it in either language: where and what come below its first line.
update snippets set
  content = e'Alarm:\nBitte kommen Sie sofort.\nAlles Weitere erfahren Sie, wenn Sie da sind.\nBitte antworten Sie gleich über den Link.',
  content_en = e'Alarm:\nPlease come at once.\nYou will learn everything else when you are here.\nPlease answer right away by the link.'
where content = e'Alarm: Bitte kommen Sie sofort.\nAlles Weitere erfahren Sie, wenn Sie da sind.\nBitte antworten Sie gleich über den Link.'
  and content_en = e'Alarm: Please come at once.\nYou will learn everything else when you are here.\nPlease answer right away by the link.';
