insert into posts (media_url, media_type, caption) values ('https://cdn.example/a.jpg', 'IMAGE', 'We are open'), ('https://cdn.example/b.mp4', 'VIDEO', 'Book a table');
